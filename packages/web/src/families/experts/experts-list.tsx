/** The matrix as a list: each question, who said what, and what was kept. */
import { Tag } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ExpertEntry } from './expert-entry.tsx'
import { fieldIcon, keptSigns, standingText } from './expert-signs.ts'
import type { Matrix, MatrixRow } from './experts-matrix.ts'

export function ExpertsList({ session, matrix }: { readonly session: string; readonly matrix: Matrix }) {
  return (
    <ul className="mxlist">
      {matrix.rows.map((row) => (
        <Question key={row.key} session={session} row={row} />
      ))}
    </ul>
  )
}

function Question({ session, row }: { readonly session: string; readonly row: MatrixRow }) {
  const { word, tone, icon } = keptSigns[row.kept]
  const standing = standingText(row)
  return (
    <li>
      <h3 className="m5 wrap-anywhere">{row.question}</h3>
      <p>
        <Tag tone={tone} icon={icon} spins={icon === 'gyre'}>
          {word}
        </Tag>{' '}
        <span className="sm muted">{standing}</span>
      </p>
      <ul className="grid gap-2">
        {[...row.cells].flatMap(([category, entries]) =>
          entries.map((entry) => (
            <li key={entry.id} className={entry.isDisputed ? 'clash' : ''}>
              <b className="sm m5">
                <Icon name={fieldIcon(category)} small /> {category}
                {entry.isDisputed && <span className="bad">, contradicts another</span>}
              </b>
              <ExpertEntry session={session} entry={entry} />
            </li>
          )),
        )}
      </ul>
    </li>
  )
}
