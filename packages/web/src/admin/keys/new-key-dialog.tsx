/** Making a key: what it may do and spend. Its text is shown once. */
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { type NewKey, useAddKey } from '../../api/keys.ts'
import { loopsQuery } from '../../api/loops.ts'
import { personasQuery } from '../../api/personas.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Failure } from '../../ui/states.tsx'
import { emptyDraft, type KeyDraft, type Life, lives, wantedKey } from './key-draft.ts'

export function NewKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const add = useAddKey()
  return (
    <Dialog title={add.data ? 'Note this key down' : 'New key'} open stays onOpenChange={(open) => !open && onClose()}>
      {add.data ? (
        <ShownOnce secret={add.data.key} name={add.data.record.name} onClose={onClose} />
      ) : (
        <KeyForm
          error={add.error}
          busy={add.isPending}
          onSubmit={(draft) => add.mutate(wantedKey(draft, Date.now()) as NewKey)}
        />
      )}
    </Dialog>
  )
}

type ShownOnceProps = { readonly secret: string; readonly name: string; readonly onClose: () => void }

function ShownOnce({ secret, name, onClose }: ShownOnceProps) {
  return (
    <>
      <p className="sm soft">
        This is the text of <b>{name}</b>. It is stored hashed: nobody can show it again.
      </p>
      <div className="row">
        <code className="code flex-1">{secret}</code>
        <CopyButton text={secret} label="Copy the key" />
      </div>
      <p className="note">
        <Icon name="key" />
        <span>
          Send it as <code>Authorization: Bearer KEY</code>. For programs that speak to OpenAI it is the API key, with{' '}
          <code>{location.origin}/v1</code> as the address.
        </span>
      </p>
      <div className="row justify-end">
        <Button look="primary" onClick={onClose}>
          I have noted it down
        </Button>
      </div>
    </>
  )
}

type KeyFormProps = {
  readonly error: unknown
  readonly busy: boolean
  readonly onSubmit: (draft: KeyDraft) => void
}

function KeyForm({ error, busy, onSubmit }: KeyFormProps) {
  const [draft, setDraft] = useState<KeyDraft>(emptyDraft)
  const set = (change: Partial<KeyDraft>) => setDraft((now) => ({ ...now, ...change }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(draft)
  }
  return (
    <form className="stacked-form" onSubmit={submit}>
      <label>
        Name
        <input
          className="field"
          required
          maxLength={64}
          placeholder="laptop"
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </label>
      <WhoseAndFor draft={draft} set={set} />
      <Usable chosen={draft.personas} onChange={(personas) => set({ personas })} />
      <Budgets draft={draft} set={set} />
      {error !== null && error !== undefined && <Failure error={error} doing="Making the key" />}
      <div className="row justify-end">
        <Button type="submit" look="primary" busy={busy} disabled={draft.name.trim() === ''}>
          Make key
        </Button>
      </div>
    </form>
  )
}

type PartProps = { readonly draft: KeyDraft; readonly set: (change: Partial<KeyDraft>) => void }

function WhoseAndFor({ draft, set }: PartProps) {
  return (
    <div className="two">
      <label>
        Role
        <select
          className="field"
          value={draft.role}
          onChange={(event) => set({ role: event.target.value as KeyDraft['role'] })}
        >
          <option value="viewer">viewer: looks</option>
          <option value="user">user: runs and steers</option>
          <option value="admin">admin: administers</option>
        </select>
      </label>
      <label>
        Owner
        <input
          className="field"
          placeholder="local"
          value={draft.owner}
          onChange={(event) => set({ owner: event.target.value })}
        />
      </label>
      <label>
        Expires
        <select className="field" value={draft.life} onChange={(event) => set({ life: event.target.value as Life })}>
          {Object.entries(lives).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

type UsableProps = { readonly chosen: readonly string[]; readonly onChange: (names: readonly string[]) => void }

function Usable({ chosen, onChange }: UsableProps) {
  const { data: personas = [] } = useQuery(personasQuery)
  const { data: loops = [] } = useQuery(loopsQuery)
  const names = new Set([...personas.map(({ persona }) => persona.name), ...loops.map(({ name }) => name)])
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name])
  return (
    <details className="labelled">
      <summary>Personas and loops: {chosen.length === 0 ? 'all' : chosen.join(', ')}</summary>
      <fieldset className="name-chips">
        <legend>Choose some to limit it to them</legend>
        {[...names].map((name) => (
          <button key={name} type="button" aria-pressed={chosen.includes(name)} onClick={() => toggle(name)}>
            {name}
          </button>
        ))}
      </fieldset>
    </details>
  )
}

const amounts = [
  ['sessionCost', 'USD a session', '0.01'],
  ['sessionTokens', 'Tokens a session', '1'],
  ['dayCost', 'USD a day', '0.01'],
  ['dayTokens', 'Tokens a day', '1'],
  ['daySessions', 'Sessions a day', '1'],
] as const

function Budgets({ draft, set }: PartProps) {
  return (
    <fieldset>
      <legend>Budget: what is left empty has no limit</legend>
      <div className="two">
        {amounts.map(([field, name, step]) => (
          <label key={field}>
            {name}
            <input
              className="field num"
              type="number"
              min="0"
              step={step}
              value={draft[field]}
              onChange={(event: ChangeEvent<HTMLInputElement>) => set({ [field]: event.target.value })}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
