/** Files beside a message: each by its name, and away with it. */
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Attachment } from './attachments.ts'

type AttachmentChipsProps = {
  readonly files: readonly Attachment[]
  readonly onRemove: (place: number) => void
}

export function AttachmentChips({ files, onRemove }: AttachmentChipsProps) {
  if (files.length === 0) return null
  return (
    <ul className="files" aria-label="Files of this message">
      {files.map(({ name, type, data }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may be the same.
        <li key={`${place} ${name}`}>
          <Icon name={type === 'image' ? 'eye' : 'context'} small />
          <span className="trunc">{name}</span>
          <span className="muted num">{sizeText(data.length)}</span>
          <Button look="ghost" mini icon="x" label={`Remove ${name}`} onClick={() => onRemove(place)} />
        </li>
      ))}
    </ul>
  )
}

function sizeText(characters: number): string {
  return characters < 1000 ? `${characters} B` : `${Math.round(characters / 1000)} kB`
}
