/** A part of the form of a persona. */
import type { ReactNode } from 'react'
import type { PersonaDraft } from './persona-draft.ts'

export type FormProps = {
  readonly draft: PersonaDraft
  readonly onChange: (draft: PersonaDraft) => void
}

export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="grid gap-2.5">
      <h3>{title}</h3>
      <div className="form-grid">{children}</div>
    </section>
  )
}
