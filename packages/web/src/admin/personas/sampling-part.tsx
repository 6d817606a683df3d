/** How freely each role speaks. */
import { WideTable } from '../../ui/wide-table.tsx'
import { linesIn } from '../settings/setting-kind.ts'
import type { FormProps } from './form-part.tsx'
import { fieldAt, withField } from './persona-draft.ts'
import { personaRoles } from './persona-roles.ts'

const numbers = [
  ['temperature', 'Temperature', '0 to 2'],
  ['topP', 'Top share', '0 to 1'],
  ['maxOutputTokens', 'Longest reply', 'tokens'],
  ['seed', 'Seed', 'any'],
] as const

export function SamplingPart({ draft, onChange }: FormProps) {
  return (
    <section className="grid gap-2.5">
      <h3>Sampling</h3>
      <WideTable label="Sampling by role" minWidth={620} className="t tight form-table">
        <thead>
          <tr>
            <th>Role</th>
            {numbers.map(([key, label]) => (
              <th key={key}>{label}</th>
            ))}
            <th>Ends at</th>
          </tr>
        </thead>
        <tbody>
          {personaRoles.map(([role]) => (
            <tr key={role}>
              <th scope="row">{role}</th>
              {numbers.map(([key, label, placeholder]) => (
                <td key={key}>
                  <input
                    className="field num"
                    type="number"
                    step="any"
                    aria-label={`${label} of the ${role}`}
                    placeholder={placeholder}
                    value={String(fieldAt(draft, ['sampling', role, key]) ?? '')}
                    onChange={({ target }) => {
                      const value = target.value === '' ? undefined : Number(target.value)
                      onChange(withField(draft, ['sampling', role, key], value))
                    }}
                  />
                </td>
              ))}
              <td>
                <StopTexts draft={draft} onChange={onChange} role={role} />
              </td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </section>
  )
}

function StopTexts({ draft, onChange, role }: FormProps & { readonly role: string }) {
  const path = ['sampling', role, 'stop']
  const value = fieldAt(draft, path)
  return (
    <input
      // A comma that is just being written would be taken away: it is told of when the field is left.
      key={JSON.stringify(value ?? null)}
      className="field"
      aria-label={`Texts at which replies of the ${role} end, with commas between`}
      placeholder="texts, with commas"
      defaultValue={Array.isArray(value) ? value.join(', ') : ''}
      onBlur={({ target }) => onChange(withField(draft, path, linesIn(target.value)))}
    />
  )
}
