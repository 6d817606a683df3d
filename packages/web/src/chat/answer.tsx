/** An answer as prose, its citations as chips. */
import { type ComponentProps, memo, useMemo } from 'react'
import { Markdown } from '../ui/markdown.tsx'
import { OutsideLink } from '../ui/outside-link.tsx'
import { type CitedSource, citationIn, withCitationLinks, withoutSourceList } from './citations.ts'

type AnswerProps = {
  readonly text: string
  readonly isStreaming?: boolean
  readonly sources: readonly CitedSource[]
  /** Shows the source with this number. */
  readonly onSource: (number: number) => void
}

/** Drawn again only when it is another: of a long conversation one answer changes at a time. */
export const Answer = memo(function Answer({ text, isStreaming = false, sources, onSource }: AnswerProps) {
  const components = useMemo(
    () => ({
      a: ({ href, children }: ComponentProps<'a'>) => {
        const cited = citationIn(href)
        if (!cited) return <OutsideLink href={href}>{children}</OutsideLink>
        return <Chip {...cited} source={sources.find(({ number }) => number === cited.number)} onSource={onSource} />
      },
    }),
    [sources, onSource],
  )
  return (
    <div className={isStreaming ? 'writing' : undefined}>
      <Markdown
        text={withCitationLinks(withoutSourceList(text, sources), sources)}
        isStreaming={isStreaming}
        components={components}
      />
    </div>
  )
})

type ChipProps = {
  readonly number: number
  readonly isWeak: boolean
  readonly source: CitedSource | undefined
  readonly onSource: (number: number) => void
}

function Chip({ number, isWeak, source, onSource }: ChipProps) {
  const doubt = isWeak ? ', not borne out by its source' : ''
  return (
    <a
      className={`cite ${isWeak ? 'weak' : ''}`}
      href={`#source-${number}`}
      title={`${source?.title ?? 'No such source'}${doubt}`}
      aria-label={`Source ${number}: ${source?.title ?? 'not there'}${doubt}`}
      onClick={(event) => {
        event.preventDefault()
        onSource(number)
      }}
    >
      {number}
    </a>
  )
}
