/** Markdown, drawn by a part of the page that is loaded when the first text is there; until then as it was written. */
import { lazy, Suspense } from 'react'
import type { MarkdownProps } from './drawn-markdown.tsx'

const Drawn = lazy(async () => ({ default: (await import('./drawn-markdown.tsx')).DrawnMarkdown }))

export function Markdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<div className="prose whitespace-pre-wrap">{props.text}</div>}>
      <Drawn {...props} />
    </Suspense>
  )
}
