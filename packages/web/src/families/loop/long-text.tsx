/** A text of a model or a tool: its beginning, and all of it for who wants it. */
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'

type LongTextProps = {
  readonly text: string
  /** Characters that are shown at first. */
  readonly most?: number
  /** What it is, for who hears only the button: `the answer of web.search`. */
  readonly of: string
  readonly className?: string
}

const usual = 320

export function LongText({ text, most = usual, of, className = '' }: LongTextProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isLong = text.length > most * 1.25
  const shown = isLong && !isOpen ? `${text.slice(0, most).trimEnd()}…` : text
  return (
    <span className={`long-text ${className}`}>
      {shown}
      {isLong && (
        <Button
          look="ghost"
          mini
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Show less' : 'Show all'} of ${of}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show all'}
        </Button>
      )}
    </span>
  )
}
