/** Where one can go: the side bar, and on a phone the dock. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { inboxQuery, recentSessionsQuery } from '../api/sessions.ts'
import { StandingIcon } from '../session/standing-badge.tsx'
import { Icon, type IconName, Mark } from '../ui/icon.tsx'
import { FindButton } from './find-button.tsx'
import { recentEntries } from './recent-entries.ts'
import { ThemeButton } from './theme-button.tsx'

type Place = { readonly to: string; readonly name: string; readonly icon: IconName; readonly counts?: true }

const places: readonly Place[] = [
  { to: '/chat', name: 'Chat', icon: 'chat' },
  { to: '/sessions', name: 'Sessions', icon: 'list' },
  { to: '/inbox', name: 'Inbox', icon: 'inbox', counts: true },
  { to: '/compare', name: 'Compare', icon: 'compare' },
  { to: '/admin', name: 'Admin', icon: 'gear' },
]

export function SideBar() {
  return (
    <aside className="side" aria-label="Navigation">
      <Link className="brand" to="/">
        <Mark />
        Gyre
      </Link>
      <div className="row mb-2">
        <Link className="btn flex-1" style={{ justifyContent: 'flex-start' }} to="/chat">
          <Icon name="plus" />
          New
        </Link>
        <FindButton />
      </div>
      <nav className="nav" aria-label="Main">
        {places.map((place) => (
          <PlaceLink key={place.to} {...place} />
        ))}
      </nav>
      <Recent />
      <div className="foot">
        <Connectivity />
        <span className="sp" />
        <Link className="btn ghost mini" to="/welcome">
          Examples
        </Link>
        <ThemeButton />
      </div>
    </aside>
  )
}

export function Dock() {
  return (
    <nav className="dock" aria-label="Main, phone">
      {places.map((place) => (
        <PlaceLink key={place.to} {...place} />
      ))}
    </nav>
  )
}

function PlaceLink({ to, name, icon, counts }: Place) {
  return (
    <Link to={to} activeProps={{ 'aria-current': 'page' }}>
      <Icon name={icon} />
      {name}
      {counts && <Waiting />}
    </Link>
  )
}

function Waiting() {
  const { data = [] } = useQuery(inboxQuery)
  if (data.length === 0) return null
  return (
    <span className="n hot">
      {data.length}
      <span className="vh"> waiting for you</span>
    </span>
  )
}

function Recent() {
  const { data = [] } = useQuery(recentSessionsQuery)
  if (data.length === 0) return null
  return (
    <>
      <h2>Recent</h2>
      <div className="recent">
        {recentEntries(data).map(({ id, thread, title, status, outcome }) => (
          <Link key={id} {...(thread === undefined ? sessionLink(id) : chatLink(thread))}>
            <StandingIcon status={status} outcome={outcome} />
            <span className="trunc">{title}</span>
          </Link>
        ))}
      </div>
    </>
  )
}

const sessionLink = (session: string) => ({ to: '/sessions/$session', params: { session } }) as const

const chatLink = (thread: string) => ({ to: '/chat/$thread', params: { thread } }) as const

/** Whether the server answers: what is asked for again and again tells. */
function Connectivity() {
  const { isError } = useQuery(inboxQuery)
  return isError ? (
    <>
      <span className="wait">
        <Icon name="wifi" small />
      </span>
      <span>No connection</span>
    </>
  ) : (
    <>
      <span className="ok">
        <Icon name="dot" small />
      </span>
      <span>
        Live<span className="vh"> connection</span>
      </span>
    </>
  )
}
