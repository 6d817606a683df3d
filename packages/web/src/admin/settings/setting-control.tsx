/** The control of a setting, by its kind. */
import { Switch } from '@base-ui/react/switch'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { loopsQuery } from '../../api/loops.ts'
import { modelsQuery } from '../../api/models.ts'
import type { SettingKind } from './setting-kind.ts'

type ControlProps = {
  readonly id: string
  readonly kind: SettingKind
  readonly text: string
  readonly isOff: boolean
  readonly isInvalid: boolean
  readonly onText: (text: string) => void
  /** A choice that needs no further word is saved at once. */
  readonly onValue: (value: unknown) => void
}

export function SettingControl(props: ControlProps) {
  const { id, kind, text, isOff, isInvalid, onText, onValue } = props
  const common = { id, disabled: isOff, 'aria-invalid': isInvalid || undefined, 'aria-describedby': `${id}-about` }
  switch (kind.type) {
    case 'switch':
      return (
        <Switch.Root
          className="sw-t"
          nativeButton
          render={<button type="button" />}
          id={id}
          checked={text === 'true'}
          disabled={isOff}
          onCheckedChange={onValue}
        >
          <Switch.Thumb className="sw-thumb" />
        </Switch.Root>
      )
    case 'choice':
      return (
        <select {...common} className="field" value={text} onChange={({ target }) => onValue(target.value)}>
          {kind.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )
    case 'list':
    case 'json':
      return (
        <textarea
          {...common}
          className="field mono"
          rows={Math.min(8, Math.max(2, text.split('\n').length))}
          spellCheck={false}
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
      )
    case 'name':
      return <NameField {...props} of={kind.of} />
    default:
      return (
        <input
          {...common}
          className="field num"
          inputMode={kind.type === 'number' ? 'decimal' : 'text'}
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
      )
  }
}

function NameField({ id, text, isOff, isInvalid, onText, of }: ControlProps & { readonly of: 'model' | 'loop' }) {
  const names = useNames(of)
  const list = useId()
  return (
    <>
      <input
        id={id}
        className="field"
        list={list}
        disabled={isOff}
        aria-invalid={isInvalid || undefined}
        aria-describedby={`${id}-about`}
        placeholder="none"
        spellCheck={false}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

/** Suggestions: models that can be called as things are, or loops. */
function useNames(of: 'model' | 'loop'): readonly string[] {
  const models = useQuery({ ...modelsQuery, enabled: of === 'model' }).data?.models ?? []
  const loops = useQuery({ ...loopsQuery, enabled: of === 'loop' }).data ?? []
  if (of === 'loop') return loops.map(({ name }) => name)
  return models.filter(({ fault }) => fault === null).map(({ name }) => name)
}
