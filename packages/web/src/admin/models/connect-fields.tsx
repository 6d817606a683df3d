/** What a connection is made of. */
import { useId } from 'react'
import type { ShownModel, ShownProvider } from '../../api/models.ts'

export type Fields = {
  /** Empty for an endpoint of one's own. */
  readonly provider: string
  /** What that is called. */
  readonly own: string
  readonly model: string
  readonly key: string
  readonly baseUrl: string
}

/** What was typed for one provider is nothing of another: least of all its key. */
const unreached = { model: '', key: '', baseUrl: '' } as const

type ConnectFieldsProps = {
  readonly fields: Fields
  readonly onChange: (more: Partial<Fields>) => void
  readonly providers: readonly ShownProvider[]
  readonly models: readonly ShownModel[]
}

export function ConnectFields({ fields, onChange, providers, models }: ConnectFieldsProps) {
  const list = useId()
  const known = providers.filter(({ name }) => name !== 'demo')
  const chosen = known.find(({ name }) => name === fields.provider)
  const names = models.filter(({ provider }) => provider === fields.provider).map(({ name }) => name)
  const isOwn = fields.provider === ''
  return (
    <>
      <label className="labelled">
        Provider
        <select
          className="field"
          value={fields.provider}
          onChange={({ target }) => onChange({ ...unreached, provider: target.value })}
        >
          {known.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
          <option value="">another endpoint…</option>
        </select>
      </label>
      {isOwn && (
        <label className="labelled">
          Name
          <input
            className="field"
            required
            pattern="[A-Za-z0-9_.\-]+"
            placeholder="my-host"
            value={fields.own}
            onChange={({ target }) => onChange({ own: target.value })}
          />
        </label>
      )}
      <label className="labelled">
        Model
        <input
          className="field"
          required
          list={list}
          spellCheck={false}
          placeholder={names[0]?.slice(fields.provider.length + 1) ?? 'model name'}
          value={fields.model}
          onChange={({ target }) => onChange({ model: target.value })}
        />
        <datalist id={list}>
          {names.map((name) => (
            <option key={name} value={name.slice(fields.provider.length + 1)} />
          ))}
        </datalist>
      </label>
      <ReachFields fields={fields} onChange={onChange} chosen={chosen} />
    </>
  )
}

type ReachFieldsProps = Pick<ConnectFieldsProps, 'fields' | 'onChange'> & { readonly chosen: ShownProvider | undefined }

/** Where it answers, and the key it asks for: each where it is needed. */
function ReachFields({ fields, onChange, chosen }: ReachFieldsProps) {
  const isOwn = chosen === undefined
  return (
    <>
      {(isOwn || chosen?.isLocal === true) && (
        <label className="labelled">
          Address
          <input
            className="field"
            type="url"
            required={isOwn}
            placeholder={chosen?.baseUrl ?? 'https://host.example/v1'}
            value={fields.baseUrl}
            onChange={({ target }) => onChange({ baseUrl: target.value })}
          />
          <small>Speaks OpenAI's format.</small>
        </label>
      )}
      {chosen?.isLocal !== true && (
        <label className="labelled">
          Key
          <input
            className="field"
            type="password"
            autoComplete="off"
            required={!isOwn}
            value={fields.key}
            onChange={({ target }) => onChange({ key: target.value })}
          />
          {chosen?.hasKey === true && <small>One is in {chosen.keys.join(' or ')} already.</small>}
        </label>
      )}
    </>
  )
}
