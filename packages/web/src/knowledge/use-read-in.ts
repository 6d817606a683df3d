/** Reading files in, one after the other, and telling how far it is. */
import { useState } from 'react'
import { addDocument, useKnowledgeChanged } from '../api/knowledge.ts'
import { told } from '../ui/states.tsx'
import { tell } from '../ui/toasts.tsx'
import { type FileState, fileFault, progressWords } from './documents.ts'

export type ReadInFile = { readonly key: string; readonly name: string; readonly progress: FileState }

const waiting: FileState = { state: 'waits' }

export function useReadIn() {
  const [files, setFiles] = useState<readonly ReadInFile[]>([])
  const changed = useKnowledgeChanged()

  const note = (key: string, progress: FileState) =>
    setFiles((all) => all.map((file) => (file.key === key ? { ...file, progress } : file)))

  /** One at a time: each is compared with all that are there. It goes on when nobody looks, and says when it is done. */
  const readIn = async (given: readonly File[]) => {
    const batch = given.map((file) => ({ key: crypto.randomUUID(), file }))
    setFiles((all) => [...all, ...batch.map(({ key, file }) => ({ key, name: file.name, progress: waiting }))])
    const ended: FileState[] = []
    for (const { key, file } of batch) {
      note(key, { state: 'reading' })
      const progress = await readOne(file)
      note(key, progress)
      ended.push(progress)
    }
    await changed()
    if (ended.length > 0) tell(progressWords(ended))
  }

  return { files, readIn }
}

async function readOne(file: File): Promise<FileState> {
  try {
    const text = await file.text()
    const why = fileFault(file, text)
    if (why !== undefined) return { state: 'failed', why }
    await addDocument({ source: file.name, text })
    return { state: 'done' }
  } catch (error) {
    return { state: 'failed', why: told(error).message }
  }
}
