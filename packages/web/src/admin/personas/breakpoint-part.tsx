/** Where a session stops and waits for a person. */
import { Button } from '../../ui/button.tsx'
import {
  type Breakpoint,
  type BreakpointKind,
  breakpointKinds,
  breakpointOf,
  kindOfBreakpoint,
  textOfBreakpoint,
} from './breakpoints.ts'
import type { FormProps } from './form-part.tsx'
import { fieldAt, withField } from './persona-draft.ts'

export function BreakpointPart({ draft, onChange }: FormProps) {
  const given = fieldAt(draft, ['breakpoints'])
  const list: readonly Breakpoint[] = Array.isArray(given) ? given : []
  const put = (next: readonly Breakpoint[]) => onChange(withField(draft, ['breakpoints'], next))
  return (
    <section className="grid gap-2.5">
      <h3>Break-points</h3>
      {list.length === 0 && <p className="sm muted">A session stops nowhere by itself.</p>}
      <ul className="grid gap-2">
        {list.map((breakpoint, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no names, and may be alike while they are written.
          <li key={at} className="row wrap">
            <OneBreakpoint
              breakpoint={breakpoint}
              onChange={(next) => put(list.map((each, index) => (index === at ? next : each)))}
            />
            <Button
              mini
              look="ghost"
              icon="x"
              label={`Remove break-point ${at + 1}`}
              onClick={() => put(list.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ul>
      <p>
        <Button mini icon="plus" onClick={() => put([...list, { before: '*' }])}>
          Add a break-point
        </Button>
      </p>
    </section>
  )
}

type OneBreakpointProps = { readonly breakpoint: Breakpoint; readonly onChange: (next: Breakpoint) => void }

function OneBreakpoint({ breakpoint, onChange }: OneBreakpointProps) {
  const kind = kindOfBreakpoint(breakpoint)
  return (
    <>
      <select
        className="field admin-search"
        aria-label="When it stops"
        value={kind}
        onChange={({ target }) => onChange(breakpointOf(target.value as BreakpointKind, ''))}
      >
        {Object.entries(breakpointKinds).map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
      {kind !== 'onGap' && (
        <input
          className="field admin-search"
          type={kind === 'before' ? 'text' : 'number'}
          step="any"
          aria-label={breakpointKinds[kind]}
          placeholder={kind === 'before' ? 'files.*' : undefined}
          value={textOfBreakpoint(breakpoint)}
          onChange={({ target }) => onChange(breakpointOf(kind, target.value))}
        />
      )}
    </>
  )
}
