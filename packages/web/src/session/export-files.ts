/** A session as files that the server writes. */
export type ExportFile = {
  readonly name: string
  readonly says: string
  /** Where the server has it. */
  readonly address: string
  /** What it is saved as. */
  readonly file: string
}

export function exportFiles(session: string): readonly ExportFile[] {
  const address = `/api/v1/sessions/${encodeURIComponent(session)}`
  return [
    {
      name: 'Events',
      says: 'Every fact, one a line',
      address: `${address}/events.jsonl`,
      file: `${session}.events.jsonl`,
    },
    {
      name: 'Audit',
      says: 'Facts with their chain, to be verified elsewhere',
      address: `${address}/audit.jsonl`,
      file: `${session}.audit.jsonl`,
    },
    { name: 'Record', says: 'How it stands, with its steps', address, file: `${session}.json` },
  ]
}
