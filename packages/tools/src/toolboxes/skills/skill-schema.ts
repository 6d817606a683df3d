/** The keys of a front matter that mean something, and the form they have. */
import { z } from 'zod'
import { readerName } from './skill.ts'

const toolPattern = /^[A-Za-z0-9_*-]+(?:\.[A-Za-z0-9_*-]+)*$/

const pattern = z.string().regex(toolPattern, 'expected the name of a tool or a pattern such as `files.*`')

/** A list, or a text with blanks or commas between the names. */
const allowedTools = z.preprocess(
  (written) => (typeof written === 'string' ? written.split(/[\s,]+/).filter(Boolean) : written),
  z.array(pattern),
)

export const skillSchema = z.looseObject({
  name: z
    .string()
    .max(64, 'expected at most 64 characters')
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'expected lower-case letters and digits, with single hyphens between them')
    .refine((name) => name !== readerName, `\`skills.${readerName}\` is taken; choose another name`),
  description: z.string().trim().min(1).max(1024, 'expected at most 1024 characters'),
  'allowed-tools': allowedTools.default([]),
})
