/** Two sessions step by step, or one goal done in several ways. */
import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../shell/page.tsx'
import { Button } from '../ui/button.tsx'
import { ChooseTwo } from './choose-two.tsx'
import { CompareViews } from './compare-views.tsx'
import { loopsToChoose, readAddress } from './compared-address.ts'
import { LoopsForm } from './loops-form.tsx'
import { LoopsTable } from './loops-table.tsx'
import { TwoSessions } from './two-sessions.tsx'

const route = getRouteApi('/compare')

export function ComparePage() {
  const address = readAddress(route.useSearch())
  const navigate = route.useNavigate()
  const isChosen = address.view === 'loops' ? address.sessions.length > 0 : address.a !== undefined
  const anew = () => void navigate({ search: address.view === 'loops' ? { a: loopsToChoose } : {} })
  return (
    <Page
      title="Compare"
      views={<CompareViews current={address.view} />}
      actions={
        isChosen && (
          <Button icon="plus" label="New comparison" onClick={anew}>
            <span className="desk">New comparison</span>
          </Button>
        )
      }
    >
      {address.view === 'loops' ? <Loops sessions={address.sessions} /> : <Two a={address.a} b={address.b} />}
    </Page>
  )
}

function Loops({ sessions }: { readonly sessions: readonly string[] }) {
  return sessions.length > 0 ? <LoopsTable sessions={sessions} /> : <LoopsForm />
}

type TwoProps = { readonly a: string | undefined; readonly b: string | undefined }

function Two({ a, b }: TwoProps) {
  return a !== undefined && b !== undefined ? <TwoSessions key={`${a} ${b}`} a={a} b={b} /> : <ChooseTwo a={a} b={b} />
}
