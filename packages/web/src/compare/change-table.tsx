/** What two sessions came to, figure by figure. */
import { Card } from '../ui/card.tsx'
import { type Change, type Compared, measures } from './measures.ts'

type ChangeTableProps = {
  readonly a: Compared
  readonly b: Compared
  /** One is a fork of the other, or both of a third. */
  readonly isRelated: boolean
  readonly standings: readonly [string, string]
}

export function ChangeTable({ a, b, isRelated, standings: [one, other] }: ChangeTableProps) {
  return (
    <Card title={isRelated ? 'What the fork changed' : 'What differs'} flush>
      <table className="t tight w-full">
        <thead>
          <tr>
            <th>
              <span className="vh">Measure</span>
            </th>
            <th className="r">A</th>
            <th className="r">B</th>
            <th className="r">Change</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Outcome</td>
            <td className="r wrap-words">{one}</td>
            <td className="r wrap-words">
              <b>{other}</b>
            </td>
            <td className="r">{one === other ? '=' : ''}</td>
          </tr>
          {measures(a, b, isRelated).map((measure) => (
            <tr key={measure.name}>
              <td className="whitespace-nowrap">{measure.name}</td>
              <td className="r">{measure.a}</td>
              <td className="r">
                <b>{measure.b}</b>
              </td>
              <ChangeCell change={measure.change} />
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function ChangeCell({ change }: { readonly change: Change | null }) {
  if (!change) return <td className="r muted">–</td>
  const { text, isBetter } = change
  const tone = isBetter === null ? 'muted' : isBetter ? 'ok' : 'bad'
  return (
    <td className={`r ${tone}`}>
      {text}
      {isBetter !== null && <span className="vh">{isBetter ? ', better' : ', worse'}</span>}
    </td>
  )
}
