/** Sums in figures. */
import type { ReactNode } from 'react'
import type { Grouping, UsageSum } from '../api/usage.ts'
import { standingOf } from '../session/standing.ts'
import { Card } from '../ui/card.tsx'
import { count, duration, money, plural, shortCount } from '../ui/format.ts'
import { Sideways } from '../ui/sideways.tsx'
import { nameOf } from './usage-sums.ts'

export function Totals({ total }: { readonly total: UsageSum }) {
  const { sessions, outcomes, costUsd, unpriced, modelCalls, toolCalls, inputTokens, outputTokens, activeMs } = total
  const open = outcomes['open'] ?? 0
  return (
    <Card flush>
      <dl className="totals">
        <Figure
          name="Cost"
          value={money(costUsd)}
          remark={unpriced > 0 && `without ${plural(unpriced, 'session')} of unknown price`}
        />
        <Figure name="Sessions" value={count(sessions)} remark={open > 0 && `${count(open)} not ended, not summed`} />
        <Figure
          name="Tokens"
          value={shortCount(inputTokens + outputTokens)}
          remark={`${shortCount(inputTokens)} in, ${shortCount(outputTokens)} out`}
        />
        <Figure name="Model calls" value={count(modelCalls)} remark={`and ${plural(toolCalls, 'tool call')}`} />
        <Figure name="Active time" value={duration(activeMs)} remark="waiting for people not counted" />
      </dl>
    </Card>
  )
}

type FigureProps = { readonly name: string; readonly value: string; readonly remark: ReactNode }

function Figure({ name, value, remark }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {remark && <small>{remark}</small>}
      </dd>
    </div>
  )
}

type UsageTableProps = { readonly sums: readonly UsageSum[]; readonly total: UsageSum; readonly by: Grouping }

export function UsageTable({ sums, total, by }: UsageTableProps) {
  return (
    <Sideways label="Usage">
      <table className="t usage-table rows-named first-stays">
        <thead>
          <tr>
            <th className="capitalize">{by}</th>
            <th className="r">Sessions</th>
            <th className="r">Cost</th>
            <th className="r">Unpriced</th>
            <th className="r">Tokens in</th>
            <th className="r">Tokens out</th>
            <th className="r">Model calls</th>
            <th className="r">Tool calls</th>
            <th className="r">Active</th>
            <th>Outcomes</th>
          </tr>
        </thead>
        <tbody>
          {sums.map((sum) => (
            <SumRow key={sum.name} sum={sum} name={nameOf(sum, by)} />
          ))}
        </tbody>
        <tfoot>
          <SumRow sum={total} name="All" />
        </tfoot>
      </table>
    </Sideways>
  )
}

function SumRow({ sum, name }: { readonly sum: UsageSum; readonly name: string }) {
  const outcomes = Object.entries(sum.outcomes).toSorted(([, one], [, other]) => other - one)
  return (
    <tr>
      <th scope="row" className="m5">
        {name}
      </th>
      <td className="r">{count(sum.sessions)}</td>
      <td className="r">{money(sum.costUsd)}</td>
      <td className="r">{count(sum.unpriced)}</td>
      <td className="r">{count(sum.inputTokens)}</td>
      <td className="r">{count(sum.outputTokens)}</td>
      <td className="r">{count(sum.modelCalls)}</td>
      <td className="r">{count(sum.toolCalls)}</td>
      <td className="r">{duration(sum.activeMs)}</td>
      <td className="sm soft">
        {outcomes.map(([outcome, times]) => `${standingOf('', outcome).word} ${times}`).join(', ')}
      </td>
    </tr>
  )
}
