/** Questions down, experts across, and at the end of each row what the merger had of it. */
import { Tag } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { oneLine } from '../../ui/one-line.ts'
import { Sideways } from '../../ui/sideways.tsx'
import { StepLink } from '../loop/step-link.tsx'
import { ExpertEntry } from './expert-entry.tsx'
import { fieldIcon, keptSigns, kindText, standingText } from './expert-signs.ts'
import type { Matrix, MatrixRow } from './experts-matrix.ts'
import type { ExpertsPicture } from './experts-picture.ts'

type TableProps = { readonly session: string; readonly picture: ExpertsPicture }

/** In pixels: what an expert said in a sentence can be read in so narrow a column. */
const leastWidth = 136
const questionWidth = 128
const mergerWidth = 148

export function ExpertsTable({ session, picture: { matrix, merge } }: TableProps) {
  const { columns, rows } = matrix
  return (
    <Sideways label="Experts against questions">
      <table className="t mx" style={{ minWidth: questionWidth + mergerWidth + columns.length * leastWidth }}>
        <thead>
          <tr>
            <th scope="col" style={{ width: questionWidth }}>
              Question
            </th>
            {columns.map((column) => (
              <ColumnHead key={column.category} column={column} />
            ))}
            <th scope="col" className="mg" style={{ width: mergerWidth }}>
              <Icon name={merge?.isRunning === true ? 'gyre' : 'merge'} small spins={merge?.isRunning === true} />{' '}
              <StepLink session={session} path={merge?.path ?? null}>
                Merger has
              </StepLink>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} session={session} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </Sideways>
  )
}

function ColumnHead({ column }: { readonly column: Matrix['columns'][number] }) {
  const { category, rounds, kinds } = column
  return (
    <th scope="col">
      <Icon name={fieldIcon(category)} small /> {category}
      <br />
      <span className="xs">
        {kinds.map((kind) => kindText({ kind })).join(', ')}, {rounds.length === 1 ? 'round' : 'rounds'}{' '}
        {rounds.join(', ')}
      </span>
    </th>
  )
}

type RowProps = { readonly session: string; readonly row: MatrixRow; readonly columns: Matrix['columns'] }

function Row({ session, row, columns }: RowProps) {
  const { word, tone, icon } = keptSigns[row.kept]
  return (
    <tr>
      <th scope="row" className="m5">
        {oneLine(row.question, 140)}
      </th>
      {columns.map(({ category }) => {
        const entries = row.cells.get(category) ?? []
        const isClash = entries.some(({ isDisputed }) => isDisputed)
        return (
          <td key={category} className={isClash ? 'clash' : ''}>
            {isClash && <span className="vh">Contradicts another. </span>}
            {entries.length === 0 && <span className="none">not asked</span>}
            <div className="grid gap-2">
              {entries.map((entry) => (
                <ExpertEntry key={entry.id} session={session} entry={entry} />
              ))}
            </div>
          </td>
        )
      })}
      <td className="mg">
        <Tag tone={tone} icon={icon} spins={icon === 'gyre'}>
          {word}
        </Tag>
        <p className="mt-1">{standingText(row)}</p>
      </td>
    </tr>
  )
}
