/** The frame of a view: its title, how it stands, other views of the same, what can be done, and the matter. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Mark } from '../ui/icon.tsx'
import { FindButton } from './find-button.tsx'
import { LostConnection } from './lost-connection.tsx'
import { ThemeButton } from './theme-button.tsx'

type PageProps = {
  /** Plain text: it is also the title of the tab. */
  readonly title: string
  /** What of it is shown, for the tab alone: `Steps`. */
  readonly part?: string | undefined
  readonly badges?: ReactNode
  /** A switch between views of the same. */
  readonly views?: ReactNode
  /** At most one of them is primary. */
  readonly actions?: ReactNode
  /** The matter fills the window, and scrolls by itself. */
  readonly bare?: boolean
  readonly children: ReactNode
}

export function Page({ title, part, badges, views, actions, bare = false, children }: PageProps) {
  useEffect(() => {
    document.title = [...(part === undefined ? [] : [part]), title, 'Gyre'].join(' · ')
  }, [title, part])
  return (
    <div className="main">
      <header className="top">
        <Link className="only-phone acc" to="/" aria-label="Gyre, home" style={{ width: 24, height: 24 }}>
          <Mark />
        </Link>
        <h1>{title}</h1>
        {badges}
        <span className="sp" />
        {views}
        {actions}
        <span className="only-phone">
          <FindButton />
          <ThemeButton />
        </span>
      </header>
      <LostConnection />
      <main id="main" className="content" tabIndex={-1}>
        {bare ? children : <div className="page">{children}</div>}
      </main>
    </div>
  )
}
