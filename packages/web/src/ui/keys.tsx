/** Keys as they are printed on a keyboard. */
const signs: Readonly<Record<string, string>> = { Escape: 'Esc' }

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** `Ctrl+Enter`; nobody who listens to the page needs to hear it, as the control says it itself. */
export function Keys({ keys }: { readonly keys: string }) {
  const shown = keys.split('+').map((key) => (key === 'Ctrl' && isMac ? '⌘' : (signs[key] ?? key)))
  return (
    <span className="desk" aria-hidden="true">
      <span className="inline-flex gap-0.5">
        {shown.map((key) => (
          <span key={key} className="kbd">
            {key}
          </span>
        ))}
      </span>
    </span>
  )
}
