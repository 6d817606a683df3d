import { describeFamily, families, huge } from '../../../../test/support/malformed-replies.ts'

// Megabytes take their time: those are in the long tier.
for (const each of families) if (each.family !== huge) describeFamily(each)
