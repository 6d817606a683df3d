/** A field for words that something is looked for by. */
type SearchFieldProps = {
  readonly value: string
  readonly onChange: (words: string) => void
  readonly label: string
  /** The label, where nothing else helps more. */
  readonly placeholder?: string
  readonly className?: string
}

/** The server looks for no more than this. */
const longestSearch = 2000

export function SearchField({ value, onChange, label, placeholder = label, className = '' }: SearchFieldProps) {
  return (
    <input
      className={`field ${className}`}
      type="search"
      value={value}
      maxLength={longestSearch}
      placeholder={placeholder}
      aria-label={label}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
