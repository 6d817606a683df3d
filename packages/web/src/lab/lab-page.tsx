/** Results of `gyre lab` and `gyre eval`: read, never run, from here. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type EvalResult, type LabResult, resultsQuery } from '../api/lab.ts'
import { CompareViews } from '../compare/compare-views.tsx'
import { Page } from '../shell/page.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { moment } from '../ui/format.ts'
import { Empty, Loaded } from '../ui/states.tsx'
import { ClaimsReport } from './claims-report.tsx'
import { EvalReport } from './eval-report.tsx'

export function LabPage() {
  const query = useQuery(resultsQuery)
  return (
    <Page title="Compare" part="Lab" views={<CompareViews current="lab" />}>
      <Loaded query={query} lines={8}>
        {(results) => {
          const evals = results.filter((result) => result.kind === 'eval')
          const labs = results.filter((result) => result.kind === 'lab')
          return (
            <>
              <Evals results={evals} />
              <Labs results={labs} />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

function Evals({ results }: { readonly results: readonly EvalResult[] }) {
  const [result, picker] = useChosen(results, 'Data set')
  if (!result) {
    return (
      <NoResult title="No data set was evaluated yet" command="gyre eval tasks.jsonl --loops direct,cot,react">
        It runs every task by several loops, personas and models, and scores the answers.
      </NoResult>
    )
  }
  return <EvalReport result={result} picker={picker} />
}

function Labs({ results }: { readonly results: readonly LabResult[] }) {
  const [result, picker] = useChosen(results, 'Suite')
  if (!result) {
    return (
      <NoResult title="The lab was not run yet" command="gyre lab --tasks 500">
        It holds every loop against what arithmetic says it must reach, with a model of stated error rates.
      </NoResult>
    )
  }
  return <ClaimsReport result={result} picker={picker} />
}

type Titled = { readonly title: string; readonly at: string }

/** The newest, unless another is picked; the picker is there where there are several. */
function useChosen<R extends Titled>(results: readonly R[], label: string) {
  const [title, setTitle] = useState<string>()
  const result = results.find((each) => each.title === title) ?? results[0]
  const picker = results.length > 1 && (
    <select
      className="btn mini"
      aria-label={label}
      value={result?.title}
      onChange={(event) => setTitle(event.target.value)}
    >
      {results.map((each) => (
        <option key={each.title} value={each.title}>
          {`${each.title}, ${moment(Date.parse(each.at))}`}
        </option>
      ))}
    </select>
  )
  return [result, picker] as const
}

type NoResultProps = { readonly title: string; readonly command: string; readonly children: string }

function NoResult({ title, command, children }: NoResultProps) {
  return (
    <Card>
      <Empty
        icon="chart"
        title={title}
        action={
          <span className="row">
            <code className="code">{command}</code>
            <CopyButton text={command} label="Copy the command" />
          </span>
        }
      >
        {children} Its result is kept in the data folder and shown here.
      </Empty>
    </Card>
  )
}
