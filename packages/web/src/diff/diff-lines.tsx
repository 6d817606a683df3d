/** Lines that came, went and stayed, one below the other. */
import type { ReactNode } from 'react'
import type { Change } from './text-changes.ts'

/** Its children are `DiffLine`s. */
export function DiffLines({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className="diff" aria-label={label}>
      {children}
    </ul>
  )
}

const looks = { same: 'c', added: 'a', removed: 'd' } as const
const signs = { same: '', added: '+', removed: '−' } as const

/** The sign is for the eye; who listens hears the word. */
export function DiffLine({ kind, children }: { readonly kind: Change['kind']; readonly children: ReactNode }) {
  return (
    <li className={looks[kind]}>
      <span aria-hidden="true">{signs[kind]}</span>
      <span className="whitespace-pre-wrap">
        {kind !== 'same' && <span className="vh">{kind}: </span>}
        {children}
      </span>
    </li>
  )
}
