/** The report as it was held against its sources: what they do not support is marked, not hidden. */
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Empty } from '../../ui/states.tsx'
import type { ReportBlock, ReportPicture, ReportPiece, ReportSection } from './report-picture.ts'
import type { ResearchPicture } from './research-picture.ts'

type ReportProps = {
  readonly report: ReportPicture | null
  readonly picture: ResearchPicture
  readonly writing: { readonly done: number; readonly begun: number }
}

export function ReportCard({ report, picture, writing }: ReportProps) {
  if (!report) return <ReportToCome picture={picture} writing={writing} />
  const { sections, supported, sentences, abstract } = report
  const isWhole = supported === sentences && sentences > 0
  return (
    <Card
      title="Report"
      sub={plural(sections.length, 'section')}
      actions={
        <Badge tone={isWhole ? 'ok' : 'wait'} icon={isWhole ? 'shield' : 'alert'}>
          {`${supported} of ${plural(sentences, 'sentence')} supported`}
        </Badge>
      }
    >
      {sections.length === 0 && <Empty title="No section">Nothing was found that it could be written from.</Empty>}
      <div className="prose report">
        {abstract !== '' && <p className="soft">{abstract}</p>}
        {sections.map((section) => (
          <Section key={section.title} section={section} />
        ))}
      </div>
    </Card>
  )
}

function ReportToCome({ picture, writing: { done, begun } }: Omit<ReportProps, 'report'>) {
  const isWriting = done + begun > 0
  const topics = plural(picture.topics.length, 'topic')
  return (
    <Card title="Report">
      {picture.isOver ? (
        <Empty title="No report">The research ended before one was written.</Empty>
      ) : (
        <p className="sm muted" role="status">
          {isWriting
            ? `${plural(done, 'section')} written${begun > 0 ? `, ${begun} being written` : ''}, of ${topics}. Each is held against its passages.`
            : 'It is written when the research is over.'}
        </p>
      )}
    </Card>
  )
}

function Section({ section }: { readonly section: ReportSection }) {
  const { title, blocks, doubts, removed, isExtract, rewrites } = section
  return (
    <section>
      <h3>{title}</h3>
      {isExtract && <p className="sm muted">Made of passages of the sources: no author wrote what they support.</p>}
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no other name than their place
        <Block key={at} block={block} />
      ))}
      {doubts.length > 0 && (
        <div className="note wait">
          <Icon name="alert" />
          <div>
            <p>
              {plural(doubts.length, 'sentence')} here {doubts.length === 1 ? 'has' : 'have'} no support in the sources
              {rewrites > 0 && `, written again ${plural(rewrites, 'time')}`}. Marked, not hidden.
            </p>
            <details>
              <summary>Why</summary>
              <ul>
                {doubts.map(({ sentence, why }) => (
                  <li key={sentence}>
                    “{sentence}” {why.join(' ')}
                  </li>
                ))}
              </ul>
            </details>
          </div>
        </div>
      )}
      {removed.length > 0 && (
        <p className="note">
          <Icon name="x" />
          <span>Taken out: {removed.map(({ what, why }) => `${what} (${why})`).join('; ')}</span>
        </p>
      )}
    </section>
  )
}

function Block({ block }: { readonly block: ReportBlock }) {
  if (block.kind === 'markdown') return <Markdown text={block.text} />
  return (
    <p>
      <Pieces pieces={block.pieces} />
    </p>
  )
}

function Pieces({ pieces }: { readonly pieces: readonly ReportPiece[] }) {
  return pieces.map((piece, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name than their place
    return <Piece key={at} piece={piece} />
  })
}

function Piece({ piece }: { readonly piece: ReportPiece }) {
  if (piece.kind === 'text') return piece.text
  if (piece.kind === 'cite') {
    return (
      <a className="cite" href={`#source-${piece.number}`}>
        <span className="vh">source </span>
        {piece.number}
      </a>
    )
  }
  return (
    <>
      <mark>
        <Pieces pieces={piece.pieces} />
      </mark>{' '}
      <span className="cite weak">{piece.mark}</span>
    </>
  )
}
