/** What `auto` says to models. */
import { definePrompts } from '../../kernel/prompt-template.ts'

export const prompts = definePrompts({
  route:
    'Choose the loop for a task. The loops are listed from the cheapest to the dearest. Take the cheapest that can do it, and a dearer one only where the task shows that a cheaper one would fail. Name a loop of the list.',

  judge:
    'Judge whether an answer does what its task asks. Look for what is wrong, unsupported or missing before you look for what is right. An answer that says it does not know is not right.',

  earlier:
    'Somebody tried the task that follows and came to an answer that is doubted. Do not rely on it: keep what you find to hold, and mend the rest.\n\n{attempt}',
})
