import { lookOf } from './choices.ts'

/** The first letter of who worked, in the colour of their loop. */
export function Avatar({ name, loop }: { readonly name: string; readonly loop: string }) {
  return (
    <span className={`avatar ${lookOf(loop)}`} aria-hidden="true">
      {name.charAt(0).toUpperCase()}
    </span>
  )
}
