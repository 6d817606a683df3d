/** What sessions cost and used, over time and by who or what used it. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { type Grouping, type Usage, usageQuery } from '../api/usage.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Empty, Loaded, Skeleton } from '../ui/states.tsx'
import {
  csvOf,
  dayOf,
  everyDay,
  firstDay,
  groupings,
  type MeasureName,
  measures,
  nameOf,
  type Range,
  ranges,
  readGrouping,
  readRange,
  sorted,
} from './usage-sums.ts'
import { Totals, UsageTable } from './usage-table.tsx'

const UsageChart = lazy(async () => ({ default: (await import('./usage-chart.tsx')).UsageChart }))

const route = getRouteApi('/admin/usage')

export function UsageSection() {
  const search = route.useSearch()
  const [by, range] = [readGrouping(search.by), readRange(search.days)]
  const from = firstDay(range, Date.now())
  const query = useQuery(usageQuery(by, from))
  return (
    <>
      <Choices by={by} range={range} />
      <Loaded query={query} lines={8}>
        {(usage) => (usage.total.sessions === 0 ? <Nothing range={range} /> : <Report usage={usage} from={from} />)}
      </Loaded>
    </>
  )
}

function Choices({ by, range }: { readonly by: Grouping; readonly range: Range }) {
  const navigate = route.useNavigate()
  return (
    <div className="row wrap">
      <nav className="seg" aria-label="Sum by">
        {groupings.map((each) => (
          <Link
            key={each}
            to="/admin/usage"
            search={{ by: each, days: range }}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={each === by ? 'page' : undefined}
          >
            {`By ${each}`}
          </Link>
        ))}
      </nav>
      <span className="sp" />
      <select
        className="btn mini"
        aria-label="Days"
        value={range}
        onChange={(event) => void navigate({ search: { by, days: event.target.value } })}
      >
        {Object.entries(ranges).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    </div>
  )
}

function Nothing({ range }: { readonly range: Range }) {
  return (
    <Card>
      <Empty
        icon="chart"
        title={range === 'all' ? 'Nothing was used yet' : 'Nothing was used in these days'}
        action={
          range === 'all' ? (
            <Link className="btn" to="/chat">
              Start a session
            </Link>
          ) : (
            <Link className="btn" to="/admin/usage" search={{ days: 'all' }}>
              Look at all time
            </Link>
          )
        }
      >
        Sessions are counted by the day they were begun.
      </Empty>
    </Card>
  )
}

function Report({ usage, from }: { readonly usage: Usage; readonly from: string | undefined }) {
  const { by, total } = usage
  const isPriced = total.costUsd > 0
  const [chosen, setMeasure] = useState<MeasureName>()
  const measure = chosen ?? (isPriced ? 'costUsd' : 'tokens')
  const now = Date.now()
  const sums = sorted(by === 'day' ? everyDay(usage.sums, from, now) : usage.sums, by, measure)
  const { word, of } = measures[measure]
  const bars = sums.map((sum) => ({ name: nameOf(sum, by), value: of(sum) }))
  const save = () => saveFile(`gyre-usage-by-${by}-${dayOf(now)}.csv`, 'text/csv', csvOf(usage.sums, by))
  return (
    <>
      <Totals total={total} />
      <Card
        title={`${word} by ${by}`}
        sub={by === 'day' ? 'days of UTC' : undefined}
        actions={<MeasureSwitch measure={measure} onChange={setMeasure} />}
      >
        <Suspense fallback={<Skeleton lines={5} room={240} />}>
          <UsageChart bars={bars} word={`${word} by ${by}`} isMoney={measure === 'costUsd'} isOverTime={by === 'day'} />
        </Suspense>
      </Card>
      <Card
        title="Table"
        flush
        actions={
          <Button mini icon="export" onClick={save}>
            CSV
          </Button>
        }
      >
        <UsageTable sums={sums.filter(({ sessions }) => sessions > 0)} total={total} by={by} />
      </Card>
    </>
  )
}

type MeasureSwitchProps = { readonly measure: MeasureName; readonly onChange: (measure: MeasureName) => void }

function MeasureSwitch({ measure, onChange }: MeasureSwitchProps) {
  return (
    <fieldset className="seg border-0 m-0" aria-label="Measure">
      {(Object.keys(measures) as MeasureName[]).map((name) => (
        <button key={name} type="button" aria-pressed={name === measure} onClick={() => onChange(name)}>
          {measures[name].word}
        </button>
      ))}
    </fieldset>
  )
}
