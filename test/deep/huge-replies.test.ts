/** Replies of megabytes end every loop well. */
import { describeFamily, families, huge } from '../support/malformed-replies.ts'

for (const each of families) if (each.family === huge) describeFamily(each)
