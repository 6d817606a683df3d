/** One setting: what it does, its value in a control that fits it, its default, and the way back. */
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useIsOperator } from '../../api/me.ts'
import { type Setting, useChangeSetting } from '../../api/settings.ts'
import { Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { told } from '../../ui/states.tsx'
import { tell, tellFailure } from '../../ui/toasts.tsx'
import { WithCode } from '../../ui/with-code.tsx'
import { SettingControl } from './setting-control.tsx'
import { kindOf, shortValue, textOfValue, valueOfText } from './setting-kind.ts'

/** What is set outside of the store wins over it: changing it here would do nothing. */
const elsewhere = { config: 'Set in the config file: change it there.', environment: 'Set by an environment variable.' }

/** Why it cannot be changed here, if it cannot. */
function useReason({ source }: Setting): string | undefined {
  const isOperator = useIsOperator()
  if (source === 'config' || source === 'environment') return elsewhere[source]
  return isOperator ? undefined : 'For administrators of the server.'
}

export function SettingRow({ setting }: { readonly setting: Setting }) {
  const { key, value, description, fault } = setting
  const kind = kindOf(setting)
  const reason = useReason(setting)
  const { text, setText, save, error, isSaving } = useDraft(setting)
  const ids = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(valueOfText(text, kind))
  }
  const isChanged = kind.type !== 'switch' && kind.type !== 'choice' && text !== textOfValue(value, kind)
  return (
    <li className="set" id={key}>
      <div>
        <label htmlFor={ids}>
          <code>{key}</code>
        </label>
        <small id={`${ids}-about`}>
          <WithCode text={description} />
        </small>
        <Standing setting={setting} reason={reason} onReset={() => save(undefined)} isSaving={isSaving} />
      </div>
      <form className="grid gap-1.5" onSubmit={submit}>
        <SettingControl
          id={ids}
          kind={kind}
          text={text}
          isOff={reason !== undefined || isSaving}
          isInvalid={error !== undefined}
          onText={setText}
          onValue={save}
        />
        {isChanged && reason === undefined && (
          <div className="row">
            <Button mini look="primary" type="submit" busy={isSaving}>
              Save
            </Button>
            <Button mini look="ghost" onClick={() => setText(textOfValue(value, kind))}>
              Discard
            </Button>
          </div>
        )}
      </form>
      {(error ?? fault) !== null && (error ?? fault) !== undefined && (
        <p className="set-fault sm bad" role="alert">
          {error ?? `The saved value is not used: ${fault}`}
        </p>
      )}
    </li>
  )
}

type StandingProps = {
  readonly setting: Setting
  readonly reason: string | undefined
  readonly isSaving: boolean
  readonly onReset: () => void
}

/** Whether it is the default, and the way back to it. */
function Standing({ setting, reason, isSaving, onReset }: StandingProps) {
  const { source, default: standard } = setting
  if (source === 'default') return reason === undefined ? null : <small>{reason}</small>
  return (
    <small className="row wrap">
      <Tag tone="wait" icon="edit">
        changed
      </Tag>
      <span className="set-default">default: {shortValue(standard)}</span>
      {reason === undefined ? (
        <Button mini look="ghost" icon="replay" disabled={isSaving} onClick={onReset}>
          Reset
        </Button>
      ) : (
        <span>{reason}</span>
      )}
    </small>
  )
}

/** What is being written, and saving it: with a way to take it back. */
function useDraft(setting: Setting) {
  const { key, value, version } = setting
  const kind = kindOf(setting)
  const kept = textOfValue(value, kind)
  const [text, setText] = useState(kept)
  const [error, setError] = useState<string>()
  const change = useChangeSetting()
  useEffect(() => setText(kept), [kept])
  const before = setting.source === 'store' ? value : undefined
  const save = (next: unknown) => {
    if (next === undefined && kind.type === 'json' && text !== kept) return setError('This is no JSON.')
    setError(undefined)
    change.mutate(
      { key, value: next, seen: version },
      {
        onSuccess: () =>
          tell(`${key} saved`, () =>
            change.mutate({ key, value: before }, { onError: (error) => tellFailure('Undo', error) }),
          ),
        onError: (failure) => setError(told(failure).message),
      },
    )
  }
  const edit = (next: string) => {
    setError(undefined)
    setText(next)
  }
  return { text, setText: edit, save, error, isSaving: change.isPending }
}
