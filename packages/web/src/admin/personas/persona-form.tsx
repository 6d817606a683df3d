/** All that a persona may say, as a form. */
import { useQuery } from '@tanstack/react-query'
import { loopsQuery } from '../../api/loops.ts'
import { modelsQuery } from '../../api/models.ts'
import { BreakpointPart } from './breakpoint-part.tsx'
import { ConfigPart } from './config-part.tsx'
import { ChoiceField, JsonField, ListField, NumberField, TextField } from './fields.tsx'
import { type FormProps, Part } from './form-part.tsx'
import { fieldAt, withField } from './persona-draft.ts'
import { personaRoles } from './persona-roles.ts'
import { SamplingPart } from './sampling-part.tsx'

type PersonaFormProps = FormProps & { readonly isNew: boolean; readonly mayChange: boolean }

export function PersonaForm({ draft, onChange, isNew, mayChange }: PersonaFormProps) {
  const loops = useQuery(loopsQuery).data ?? []
  const at = (...path: string[]) => ({
    value: fieldAt(draft, path),
    onChange: (value: unknown) => onChange(withField(draft, path, value)),
  })
  return (
    <fieldset className="plain grid gap-5" disabled={!mayChange}>
      <legend className="vh">Persona</legend>
      <div className="form-grid">
        <TextField
          label="Name"
          {...at('name')}
          readOnly={!isNew}
          about={isNew ? 'It cannot be changed later.' : undefined}
        />
        <ChoiceField
          label="Loop"
          {...at('loop')}
          options={loops.map(({ name }) => name)}
          about={loops.find(({ name }) => name === draft['loop'])?.summary}
        />
        <TextField label="Description" about="What it is for." whole {...at('description')} />
        <TextField
          label="Instructions"
          about="Said to the author in every request."
          rows={4}
          whole
          {...at('instructions')}
        />
      </div>
      <ConfigPart draft={draft} onChange={onChange} loop={loops.find(({ name }) => name === draft['loop'])} />
      <ModelPart draft={draft} onChange={onChange} />
      <BudgetPart draft={draft} onChange={onChange} />
      <BreakpointPart draft={draft} onChange={onChange} />
      <Part title="Tools and the rest">
        <ListField
          label="Tools"
          about="One in each line; * for any part of a name."
          placeholder="web.*"
          {...at('tools')}
        />
        <ListField label="Deliver to" about="Names of deliveries, or memory." {...at('deliver')} />
        <JsonField
          label="Prompts"
          about="In other words, by loop.prompt."
          placeholder='{ "react.system": "…" }'
          {...at('prompts')}
        />
        <JsonField
          label="Form of the answer"
          about="A JSON Schema that it must fit."
          placeholder='{ "type": "object" }'
          {...at('output')}
        />
      </Part>
    </fieldset>
  )
}

const tiers = ['local', 'light', 'medium', 'heavy']

function ModelPart({ draft, onChange }: FormProps) {
  const overview = useQuery(modelsQuery).data
  const names = (overview?.models ?? []).filter(({ fault }) => fault === null).map(({ name }) => name)
  const suggestions = [...tiers, ...names]
  const field = (path: readonly string[], label: string, about: string, placeholder: string) => (
    <TextField
      key={label}
      label={label}
      about={about}
      placeholder={placeholder}
      suggestions={suggestions}
      value={fieldAt(draft, path)}
      onChange={(value) => onChange(withField(draft, path, value))}
    />
  )
  return (
    <>
      <Part title="Models">
        {field(['model'], 'Model', 'For every role that names none.', overview?.default.name ?? 'default')}
        {personaRoles.map(([role, about]) => field(['models', role], role, about, 'as above'))}
      </Part>
      <SamplingPart draft={draft} onChange={onChange} />
    </>
  )
}

const limits = [
  ['modelCalls', 'Model calls'],
  ['toolCalls', 'Tool calls'],
  ['tokens', 'Tokens'],
  ['inputTokens', 'Tokens sent'],
  ['outputTokens', 'Tokens written'],
  ['costUsd', 'Cost in USD'],
  ['activeMs', 'Time at work in ms'],
  ['turns', 'Turns of the loop'],
  ['rounds', 'Re-plans'],
  ['planSteps', 'Steps of a plan'],
  ['reserve', 'Share kept for the last answer'],
] as const

function BudgetPart({ draft, onChange }: FormProps) {
  return (
    <Part title="Budget">
      {limits.map(([key, label]) => (
        <NumberField
          key={key}
          label={label}
          placeholder="no limit of its own"
          value={fieldAt(draft, ['budget', key])}
          onChange={(value) => onChange(withField(draft, ['budget', key], value))}
        />
      ))}
      <ChoiceField
        label="When it is used up"
        none="wrap-up (default)"
        options={['wrap-up', 'ask', 'fail']}
        value={fieldAt(draft, ['budget', 'onExhausted'])}
        onChange={(value) => onChange(withField(draft, ['budget', 'onExhausted'], value))}
      />
      <JsonField
        label="Calls of one tool"
        about="By its name."
        placeholder='{ "web.search": 5 }'
        value={fieldAt(draft, ['budget', 'perTool'])}
        onChange={(value) => onChange(withField(draft, ['budget', 'perTool'], value))}
      />
    </Part>
  )
}
