/** The settings of the persona's loop. */
import type { LoopEntry } from '../../api/loops.ts'
import { type ConfigField, configFields } from './config-fields.ts'
import { ChoiceField, JsonField, NumberField, TextField } from './fields.tsx'
import { type FormProps, Part } from './form-part.tsx'
import { fieldAt, withField } from './persona-draft.ts'

export function ConfigPart({ draft, onChange, loop }: FormProps & { readonly loop: LoopEntry | undefined }) {
  const fields = loop ? configFields(loop.config) : []
  if (!loop || fields.length === 0) return null
  return (
    <Part title={`Settings of ${loop.name}`}>
      {fields.map((field) => (
        <OneSetting
          key={field.name}
          field={field}
          value={fieldAt(draft, ['config', field.name])}
          onChange={(value) => onChange(withField(draft, ['config', field.name], value))}
        />
      ))}
    </Part>
  )
}

type OneSettingProps = {
  readonly field: ConfigField
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function OneSetting({ field, value, onChange }: OneSettingProps) {
  const { name, about, standard, kind, options } = field
  const label = <code>{name}</code>
  const placeholder = standard === undefined ? '' : JSON.stringify(standard)
  const none = standard === undefined ? 'not set' : `${placeholder} (default)`
  switch (kind) {
    case 'switch':
      return (
        <ChoiceField
          label={label}
          about={about}
          none={none}
          options={['true', 'false']}
          value={value}
          onChange={(chosen) => onChange(chosen === '' ? undefined : chosen === 'true')}
        />
      )
    case 'choice':
      return <ChoiceField label={label} about={about} none={none} options={options} value={value} onChange={onChange} />
    case 'number':
      return <NumberField label={label} about={about} placeholder={placeholder} value={value} onChange={onChange} />
    case 'text':
      return (
        <TextField label={label} about={about} placeholder={String(standard ?? '')} value={value} onChange={onChange} />
      )
    default:
      return <JsonField label={label} about={about} placeholder={placeholder} value={value} onChange={onChange} />
  }
}
