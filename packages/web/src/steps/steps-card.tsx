/** The steps, in the view that is wanted, and what is looked for among them. */
import { lazy, Suspense, useCallback } from 'react'
import { Button } from '../ui/button.tsx'
import { Empty, Skeleton } from '../ui/states.tsx'
import { FilterField } from './filter-field.tsx'
import { type StepsViewProps, Waterfall } from './waterfall.tsx'

const StepTable = lazy(async () => ({ default: (await import('./step-table.tsx')).StepTable }))
const FlameView = lazy(async () => ({ default: (await import('./flame.tsx')).FlameView }))

export type Looking = { readonly step?: string | undefined; readonly filter?: string; readonly view?: string }

type StepsCardProps = StepsViewProps & {
  readonly view: string
  readonly filter: string
  readonly onLook: (change: Looking) => void
}

const views = [
  { view: 'waterfall', title: 'Waterfall' },
  { view: 'table', title: 'Table' },
  { view: 'flame', title: 'Flame' },
] as const

export function StepsCard({ view, filter, onLook, ...shown }: StepsCardProps) {
  const { rows, filter: parsed, collapsed, collapseAll, expandAll } = shown.steps
  const found = rows.reduce((sum, { isMatch }) => sum + (isMatch ? 1 : 0), 0)
  const onFilter = useCallback((text: string) => onLook({ filter: text }), [onLook])
  return (
    <section className="card steps-card" aria-labelledby="steps-heading">
      <header>
        <h2 id="steps-heading">{views.find((each) => each.view === view)?.title ?? 'Waterfall'}</h2>
        <span className="sub desk">{view === 'waterfall' ? 'as it ran' : ''}</span>
        <span className="sp" />
        {view === 'waterfall' && (
          <Button mini look="ghost" className="desk" onClick={collapsed.size > 0 ? expandAll : collapseAll}>
            {collapsed.size > 0 ? 'Open all' : 'Close all'}
          </Button>
        )}
        <FilterField value={filter} fault={parsed.fault} found={found} onChange={onFilter} />
        <fieldset className="seg" aria-label="Show as">
          {views.map((each) => (
            <button
              key={each.view}
              type="button"
              aria-pressed={each.view === view}
              onClick={() => onLook({ view: each.view })}
            >
              {each.title}
            </button>
          ))}
        </fieldset>
      </header>
      {rows.length === 0 ? <None filter={filter} onLook={onLook} /> : <Chosen view={view} {...shown} />}
    </section>
  )
}

function Chosen({ view, ...shown }: StepsViewProps & { readonly view: string }) {
  if (view !== 'table' && view !== 'flame') return <Waterfall {...shown} />
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      {view === 'table' ? <StepTable {...shown} /> : <FlameView {...shown} />}
    </Suspense>
  )
}

function None({ filter, onLook }: Pick<StepsCardProps, 'filter' | 'onLook'>) {
  if (filter === '') return <Empty title="No step yet">The first one is shown as soon as it begins.</Empty>
  return (
    <Empty title="No step fits" action={<Button onClick={() => onLook({ filter: '' })}>Show all steps</Button>}>
      Nothing here is what the filter looks for.
    </Empty>
  )
}
