/** Skills from their files: those that are right, and what is wrong with the others. */
import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Issue, issuesOf, type JsonObject } from '@gyre/core'
import { readBounded } from '../../bounded-file.ts'
import { findSkills } from './find-skills.ts'
import { readFrontMatter } from './front-matter.ts'
import type { Skill, SkillFault } from './skill.ts'
import { filesOfSkill } from './skill-files.ts'
import { skillSchema } from './skill-schema.ts'

/** The skills that could be read, and what is wrong with the others. */
export type LoadedSkills = { readonly skills: readonly Skill[]; readonly faults: readonly SkillFault[] }

type Loaded = { readonly skill?: Skill; readonly at?: SkillFault['at']; readonly faults: readonly SkillFault[] }

/** Reads every SKILL.md below these folders. Nothing is thrown for a file that is wrong: it is told among the faults. */
export async function loadSkills(folders: readonly string[]): Promise<LoadedSkills> {
  const found = await findSkills(folders)
  const skills = new Map<string, { readonly skill: Skill; readonly at: SkillFault['at'] }>()
  const faults = [...found.faults]
  for (const file of found.files) {
    const { skill, at, faults: own } = await loadSkill(file)
    faults.push(...own)
    if (!skill) continue
    const other = skills.get(skill.name)
    if (other) faults.push({ file, at, path: ['name'], message: taken(skill.name, other) })
    else skills.set(skill.name, { skill, at })
  }
  return { skills: [...skills.values()].map(({ skill }) => skill), faults }
}

function taken(name: string, { skill, at }: { readonly skill: Skill; readonly at: SkillFault['at'] }): string {
  const place = at ? `${skill.file}:${at.line}:${at.column}` : skill.file
  return `\`${name}\` is the name of another skill, in ${place}; choose another name`
}

async function loadSkill(file: string): Promise<Loaded> {
  const text = await textOf(file)
  if (typeof text !== 'string') return faulty(file, [text])
  const { found, faults } = await readFrontMatter(text)
  if (!found) return { faults: faults.map((fault) => ({ file, path: [], ...fault })) }
  const issues = issuesOf(skillSchema, found.value)
  if (issues.length > 0) {
    return { faults: issues.map((issue) => ({ ...issue, file, at: found.positionOf(issue.path) })) }
  }
  const instructions = found.body.trim()
  if (instructions === '') return faulty(file, [{ path: [], message: 'it has no instructions below its front matter' }])
  const { name, description, 'allowed-tools': allowedTools } = skillSchema.parse(found.value)
  const skill: Skill = {
    name,
    description,
    instructions,
    allowedTools,
    frontMatter: JSON.parse(JSON.stringify(found.value)) as JsonObject,
    file,
    folder: await realpath(dirname(file)),
    resources: await filesOfSkill(dirname(file)),
  }
  return { skill, at: found.positionOf(['name']), faults: [] }
}

function faulty(file: string, issues: readonly Issue[]): Loaded {
  return { faults: issues.map((issue) => ({ ...issue, file })) }
}

/** A model must read all of it. */
const mostBytes = 200_000

async function textOf(file: string): Promise<string | Issue> {
  try {
    const { text, size, isCut } = await readBounded(file, mostBytes)
    if (!isCut) return text
    return { path: [], message: `it has ${size} bytes; at most ${mostBytes}: move parts of it into files beside it` }
  } catch (error) {
    return { path: [], message: `it cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}
