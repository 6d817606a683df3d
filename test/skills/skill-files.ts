/** Skills written into folders that are gone after the test. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loadSkills } from '../../packages/tools/src/toolboxes/skills/load-skills.ts'
import type { Skill } from '../../packages/tools/src/toolboxes/skills/skill.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** A SKILL.md of this name, with more lines in its front matter. */
export function skillText(name: string, more = ''): string {
  return `---\nname: ${name}\ndescription: Is good at ${name}.\n${more}---\nYou are good at ${name}.\n`
}

/** The skills of these files. */
export async function skillsOf(files: Readonly<Record<string, string>>): Promise<readonly Skill[]> {
  const folder = temporaryFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { skills, faults } = await loadSkills([folder])
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
  return skills
}
