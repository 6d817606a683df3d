/** Values by name from YAML or JSON, whose faults are told with the line they stand in. */
import { extname } from 'node:path'
import { GyreError, type Issue } from '@gyre/core'
import { faultsError } from '../../config/reading/fault.ts'
import { jsonDocuments, type TextDocument, yamlDocuments } from '../../config/reading/text-document.ts'
import type { InputText } from './input-text.ts'

type Values = Readonly<Record<string, unknown>>

/** Hands the values of a text to `save`, and puts the place in the text to the faults it finds. */
export async function saveWritten<T>(
  { text, source }: InputText,
  save: (values: Values, source: string) => Promise<T>,
): Promise<{ readonly values: Values; readonly saved: T }> {
  const isJson = extname(source) === '.json'
  const { documents, faults } = await (isJson ? jsonDocuments(text) : yamlDocuments(text))
  const found = faults.map(({ message, at }) => ({ message: `no ${isJson ? 'JSON' : 'YAML'}: ${message}`, at }))
  if (found.length > 0) {
    throw faultsError(
      'file-invalid',
      found.map((fault) => ({ ...fault, file: source, path: [] })),
    )
  }
  const [document, second] = documents
  const value = document?.value
  if (!document || !isMapping(value) || second) {
    const at = (second ?? document)?.positionOf([], 'value')
    throw faultsError('file-invalid', [
      { file: source, at, path: [], message: 'expected one mapping of names to values' },
    ])
  }
  try {
    return { values: value, saved: await save(value, source) }
  } catch (error) {
    throw located(error, source, document)
  }
}

function located(error: unknown, source: string, document: TextDocument): unknown {
  const issues = error instanceof GyreError ? (error.details['issues'] as readonly Issue[] | undefined) : undefined
  if (!(error instanceof GyreError) || !issues) return error
  return faultsError(
    error.code,
    issues.map((issue) => ({ ...issue, file: source, at: document.positionOf(issue.path, 'value') })),
  )
}

function isMapping(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
