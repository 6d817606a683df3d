/** What Markdown becomes: plain elements that the page styles, and nothing that loads by itself. */
import type { ComponentProps, ReactNode } from 'react'
import type { Components } from 'streamdown'
import { CopyButton } from './copy-button.tsx'
import { OutsideLink } from './outside-link.tsx'
import { Sideways } from './sideways.tsx'

/** Elements as they are, without the classes that the renderer would give them. */
const plain = {
  p: 'p',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  blockquote: 'blockquote',
  hr: 'hr',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
  strong: 'strong',
  em: 'em',
  del: 'del',
  code: 'code',
} as const

/** The page has a heading already, and sections with theirs: those of an answer come below. */
const headings = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6', h6: 'h6' } as const

export const markdownParts: Components = {
  ...plain,
  ...headings,
  inlineCode: ({ children }) => <code>{children}</code>,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    <Sideways label="Table">
      <table className="t">{children}</table>
    </Sideways>
  ),
  a: ({ href, children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  img: ({ src, alt }) => <Picture src={src} alt={alt} />,
}

/** Notes at the foot of a text are gone to within the page. */
function MarkdownLink({ href, children }: Pick<ComponentProps<'a'>, 'href' | 'children'>) {
  return href?.startsWith('#') ? <a href={href}>{children}</a> : <OutsideLink href={href}>{children}</OutsideLink>
}

/** A picture is not loaded: whose server it lies on would know who reads this. It is told, and can be opened. */
function Picture({ src, alt }: Pick<ComponentProps<'img'>, 'src' | 'alt'>) {
  return <OutsideLink href={typeof src === 'string' ? src : null}>Picture: {alt || 'without a title'}</OutsideLink>
}

function CodeBlock({ children }: { readonly children?: ReactNode }) {
  const text = textIn(children)
  return (
    <div className="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} label="Copy the code" />
    </div>
  )
}

type WithChildren = { readonly props?: { readonly children?: unknown } }

/** The text of what a code block holds. */
function textIn(node: unknown): string {
  if (typeof node === 'string') return node
  if (Array.isArray(node)) return node.map(textIn).join('')
  return node !== null && typeof node === 'object' ? textIn((node as WithChildren).props?.children) : ''
}
