/** The ways to compare, and the way from each to the others. */
import { Link } from '@tanstack/react-router'
import { loopsToChoose } from './compared-address.ts'

/** One address is several views, by what it says after `?`. */
const exactly = { exact: true, includeSearch: true }

type CompareViewsProps = { readonly current: 'two' | 'loops' | 'lab' }

export function CompareViews({ current }: CompareViewsProps) {
  const here = (view: CompareViewsProps['current']) => (view === current ? ('page' as const) : undefined)
  return (
    <nav className="seg" aria-label="Ways to compare">
      <Link to="/compare" search={{}} activeOptions={exactly} aria-current={here('two')}>
        <span className="desk">Two sessions</span>
        <span className="only-phone">A / B</span>
      </Link>
      <Link to="/compare" search={{ a: loopsToChoose }} activeOptions={exactly} aria-current={here('loops')}>
        Loops
      </Link>
      <Link to="/compare/lab" aria-current={here('lab')}>
        Lab
      </Link>
    </nav>
  )
}
