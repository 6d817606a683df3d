/** A skill: instructions for one kind of task, written by people into a SKILL.md. */
import type { Issue, JsonObject } from '@gyre/core'

/** A skill as it was read from its SKILL.md. */
export type Skill = {
  /** Its tool is called `skills.<name>`. */
  readonly name: string
  /** When to use it; models are shown it. */
  readonly description: string
  /** The text below the front matter. */
  readonly instructions: string
  /** Names and patterns of the tools it may use; none when empty. */
  readonly allowedTools: readonly string[]
  /** Everything that stands in the front matter, also keys that mean nothing here. */
  readonly frontMatter: JsonObject
  readonly file: string
  /** The folder its files lie in, in full and without links. */
  readonly folder: string
  /** The files beside its SKILL.md that it may read, as paths from its folder with `/`. */
  readonly resources: readonly string[]
}

/** What is wrong with a SKILL.md, and where. Lines and columns count from 1. */
export type SkillFault = Issue & {
  readonly file: string
  readonly at?: { readonly line: number; readonly column: number } | undefined
}

/** The name of the tool that reads files of skills: no skill can have it. */
export const readerName = 'read'
