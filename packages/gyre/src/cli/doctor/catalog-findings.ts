/** Personas, prompts and settings that no longer fit what runs them. */
import type { Runtime } from '@gyre/core'
import { personaFaults } from '../../config/reading/persona-files.ts'
import { type Finding, fault, note, ok } from './finding.ts'

export async function catalogFindings(runtime: Runtime): Promise<readonly Finding[]> {
  return [await personas(runtime), await prompts(runtime), await settings(runtime)]
}

async function personas({ personas: known, loops }: Runtime): Promise<Finding> {
  const entries = (await known.list()).filter((entry) => !known.isShipped(entry))
  const faults = entries.flatMap(({ persona }) =>
    personaFaults(persona, loops)
      .slice(0, 1)
      .map(({ path, message }) => `\`${persona.name}\`: ${[...path, message].join(': ')}`),
  )
  return faults.length === 0
    ? ok('personas', counted(entries.length, 'fit'))
    : fault('personas', said(faults), 'Mend it: gyre personas edit NAME')
}

async function prompts(runtime: Runtime): Promise<Finding> {
  const entries = await runtime.prompts.list()
  const faults = entries.flatMap(({ id, fault: why }) => (why === null ? [] : [`\`${id}\`: ${why}`]))
  const changed = entries.filter(({ isDefault }) => !isDefault).length
  // The default text is used in its place.
  return faults.length === 0
    ? ok('prompts', counted(changed, 'changed'))
    : note('prompts', said(faults), 'Mend it: gyre prompts edit ID')
}

async function settings({ settings: known, loops }: Runtime): Promise<Finding> {
  const entries = await known.all()
  const faults = entries.flatMap(({ key, fault: why }) => (why === null ? [] : [`\`${key}\`: ${why}`]))
  const set = entries.filter(({ source }) => source !== 'default').length
  const loop = entries.find(({ key }) => key === 'default_loop')?.value
  const fix = 'Mend it: gyre settings set KEY VALUE'
  // A value that does not fit is not used; a loop that is gone would be.
  if (!loops.some(({ name }) => name === loop)) {
    return fault('settings', said([...faults, `\`default_loop\`: there is no loop \`${loop}\``]), fix)
  }
  return faults.length === 0 ? ok('settings', counted(set, 'set')) : note('settings', said(faults), fix)
}

function counted(count: number, word: string): string {
  return count === 0 ? 'none' : `${count} ${word}`
}

function said(faults: readonly string[]): string {
  return `${faults.length} no longer ${faults.length === 1 ? 'fits' : 'fit'}: ${faults.join('; ')}`
}
