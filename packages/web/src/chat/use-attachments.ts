/** The files of the message that is being written. */
import { useState } from 'react'
import { tell } from '../ui/toasts.tsx'
import { type Attachment, attachmentOf, fitting } from './attachments.ts'

export type Attachments = {
  readonly files: readonly Attachment[]
  readonly add: (files: readonly File[]) => Promise<void>
  readonly remove: (place: number) => void
  /** Takes away those that were sent. */
  readonly sent: (files: readonly Attachment[]) => void
}

export function useAttachments(): Attachments {
  const [files, setFiles] = useState<readonly Attachment[]>([])
  const add = async (more: readonly File[]) => {
    const read = await Promise.all(more.map(attachmentOf))
    const { taken, refused } = fitting(files, read)
    setFiles(taken)
    for (const why of refused) tell(why)
  }
  return {
    files,
    add,
    remove: (place) => setFiles(files.filter((_, at) => at !== place)),
    sent: (gone) => setFiles((held) => held.filter((file) => !gone.includes(file))),
  }
}
