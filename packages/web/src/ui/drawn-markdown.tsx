/** Markdown as models write it, also while they still do. What it holds is text of strangers: none of it runs. */
import { type Components, defaultRemarkPlugins, Streamdown } from 'streamdown'
import { keptLineBreaks } from './kept-line-breaks.ts'
import { markdownParts } from './markdown-parts.tsx'

export type MarkdownProps = {
  readonly text: string
  /** More is coming: an unfinished mark at the end is drawn as what it will be. */
  readonly isStreaming?: boolean
  readonly components?: Components
}

const remarkPlugins = [...Object.values(defaultRemarkPlugins), keptLineBreaks]

export function DrawnMarkdown({ text, isStreaming = false, components }: MarkdownProps) {
  return (
    <Streamdown
      className="prose"
      mode={isStreaming ? 'streaming' : 'static'}
      parseIncompleteMarkdown={isStreaming}
      controls={false}
      linkSafety={{ enabled: false }}
      remarkPlugins={remarkPlugins}
      components={{ ...markdownParts, ...components }}
    >
      {text}
    </Streamdown>
  )
}
