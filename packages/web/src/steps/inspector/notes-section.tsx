/** What the loop noted after a step: scores, decisions, its working memory. */
import type { Json } from '@gyre/core'
import { reasonIn, reasonText } from '@gyre/core/view'
import { MemoryLines } from '../../session/memory-lines.tsx'
import { type MemoryVersion, memoryVersions } from '../../session/memory-versions.ts'
import type { Note, SessionLog, Step } from '../../session/session-log.ts'
import { notesAfter } from '../step-facts.ts'
import { LongText } from './long-text.tsx'

const memoryName = 'working-memory'

export function NotesSection({ log, step }: { readonly log: SessionLog; readonly step: Step }) {
  const notes = notesAfter(log, step)
  const noted = new Set(notes.map(({ seq }) => seq))
  const memory = memoryVersions(log).filter(({ seq }) => noted.has(seq))
  const others = notes.filter(({ name }) => name !== memoryName)
  return (
    <>
      {others.length > 0 && (
        <section>
          <h3>Scores and notes</h3>
          {others.map((note) => (
            <NoteLine key={note.seq} note={note} />
          ))}
        </section>
      )}
      {memory.map((version) => (
        <MemorySection key={version.seq} version={version} />
      ))}
    </>
  )
}

function NoteLine({ note: { name, value, path } }: { readonly note: Note }) {
  const figures = figuresIn(value)
  const reason = reasonIn({ type: 'note', path, data: { name, value } })
  return (
    <div className="grid gap-1">
      <div className="row wrap sm" style={{ gap: '4px 16px' }}>
        <span className="muted">{name.replaceAll('-', ' ')}</span>
        {figures.map(([key, figure]) => (
          <span key={key}>
            {key.replaceAll('_', ' ')} <b>{String(figure)}</b>
          </span>
        ))}
      </div>
      {reason && <p className="sm soft">{reasonText(reason)}</p>}
      {figures.length === 0 && !reason && (
        <LongText text={typeof value === 'string' ? value : JSON.stringify(value, null, 1)} />
      )}
    </div>
  )
}

/** Fields that are read at a glance. */
function figuresIn(value: Json): readonly (readonly [string, Json | undefined])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).filter(([key, each]) => key !== 'why' && isShort(each))
}

const longestFigure = 24

function isShort(value: Json | undefined): boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return true
  return typeof value === 'string' && value.length <= longestFigure
}

function MemorySection({ version }: { readonly version: MemoryVersion }) {
  return (
    <section>
      <h3>
        Working memory <span className="muted">change</span>
      </h3>
      <MemoryLines lines={version.lines} />
    </section>
  )
}
