/** The fields a persona is written with. An empty one leaves the value out. */
import { type ReactNode, useEffect, useId, useState } from 'react'

type Common = {
  readonly label: ReactNode
  readonly about?: ReactNode
  readonly whole?: boolean
}

type Given = { readonly id: string; readonly 'aria-describedby': string }

type LabelledProps = Common & { readonly children: (given: Given) => ReactNode }

/** What is said about a field is not part of its name. */
function Labelled({ label, about, whole = false, children }: LabelledProps) {
  const id = useId()
  const words = `${id}-about`
  return (
    <div className={`labelled ${whole ? 'whole' : ''}`}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': words })}
      <small id={words} className="empty:hidden">
        {about}
      </small>
    </div>
  )
}

type TextFieldProps = Common & {
  readonly value: unknown
  readonly onChange: (value: string) => void
  readonly rows?: number
  readonly placeholder?: string
  readonly readOnly?: boolean
  /** Names that are suggested. */
  readonly suggestions?: readonly string[]
}

export function TextField({ value, onChange, rows, placeholder, readOnly, suggestions, ...common }: TextFieldProps) {
  const list = useId()
  const given = { className: 'field', value: String(value ?? ''), placeholder, readOnly }
  return (
    <>
      <Labelled {...common}>
        {(named) =>
          rows === undefined ? (
            <input
              {...named}
              {...given}
              list={list}
              spellCheck={false}
              onChange={({ target }) => onChange(target.value)}
            />
          ) : (
            <textarea {...named} {...given} rows={rows} onChange={({ target }) => onChange(target.value)} />
          )
        }
      </Labelled>
      {suggestions !== undefined && (
        <datalist id={list}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  )
}

type NumberFieldProps = Common & {
  readonly value: unknown
  readonly onChange: (value: number | undefined) => void
  readonly placeholder?: string
}

export function NumberField({ value, onChange, placeholder, ...common }: NumberFieldProps) {
  return (
    <Labelled {...common}>
      {(named) => (
        <input
          {...named}
          className="field num"
          type="number"
          step="any"
          placeholder={placeholder}
          value={typeof value === 'number' ? value : ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
        />
      )}
    </Labelled>
  )
}

type ChoiceFieldProps = Common & {
  readonly value: unknown
  readonly options: readonly string[]
  /** What stands for nothing chosen; undefined where something must be. */
  readonly none?: string
  readonly onChange: (value: string) => void
}

export function ChoiceField({ value, options, none, onChange, ...common }: ChoiceFieldProps) {
  const chosen = String(value ?? '')
  return (
    <Labelled {...common}>
      {(named) => (
        <select {...named} className="field" value={chosen} onChange={({ target }) => onChange(target.value)}>
          {none !== undefined && <option value="">{none}</option>}
          {!options.includes(chosen) && chosen !== '' && <option>{chosen}</option>}
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

type JsonFieldProps = Common & {
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly placeholder?: string
}

/** Told of only when it can be read. */
export function JsonField({ value, onChange, placeholder, ...common }: JsonFieldProps) {
  const kept = value === undefined ? '' : JSON.stringify(value, null, 2)
  const [text, setText] = useState(kept)
  const [fault, setFault] = useState<string>()
  useEffect(() => setText(kept), [kept])
  const leave = () => {
    try {
      onChange(text.trim() === '' ? undefined : JSON.parse(text))
      setFault(undefined)
    } catch {
      setFault('This is no JSON: it is not taken over.')
    }
  }
  return (
    <Labelled {...common} about={fault === undefined ? common.about : <span className="bad">{fault}</span>}>
      {(named) => (
        <textarea
          {...named}
          className="field mono"
          rows={Math.min(10, Math.max(2, text.split('\n').length))}
          spellCheck={false}
          aria-invalid={fault !== undefined || undefined}
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={leave}
        />
      )}
    </Labelled>
  )
}

type ListFieldProps = Common & {
  readonly value: unknown
  readonly onChange: (value: readonly string[]) => void
  readonly placeholder?: string
}

/** One in each line. */
export function ListField({ value, onChange, placeholder, ...common }: ListFieldProps) {
  const kept = Array.isArray(value) ? value.join('\n') : ''
  const [text, setText] = useState(kept)
  useEffect(() => setText((before) => (linesOf(before).join('\n') === kept ? before : kept)), [kept])
  return (
    <Labelled {...common}>
      {(named) => (
        <textarea
          {...named}
          className="field mono"
          rows={3}
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            onChange(linesOf(target.value))
          }}
        />
      )}
    </Labelled>
  )
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
