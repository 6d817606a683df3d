/** What steps are looked for, and what is wrong with how that is written. */
import { useEffect, useId, useState } from 'react'
import type { FilterFault } from './step-filter.ts'

type FilterFieldProps = {
  readonly value: string
  readonly fault: FilterFault | null
  readonly found: number
  readonly onChange: (value: string) => void
}

const patienceMs = 150

export function FilterField({ value, fault, found, onChange }: FilterFieldProps) {
  const hint = useId()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), patienceMs)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return (
    <div className="step-filter">
      <input
        className="field"
        type="search"
        value={text}
        placeholder="Filter: tool:web cost>0.01"
        aria-label="Filter steps"
        aria-describedby={hint}
        aria-invalid={fault !== null}
        title={
          'tool:web kind:generate model:gpt cost>0.01 ms>500 tokens>1000 attempts>1 failed not-made "a text" -kind:now'
        }
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <output id={hint} className={fault ? 'fault' : 'vh'}>
        {fault ? fault.message : value === '' ? 'All steps are shown' : `${found} fit`}
      </output>
    </div>
  )
}
