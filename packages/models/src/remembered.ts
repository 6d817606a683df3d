/** What is remembered of models in the key-value table. All of it is found out again when it is forgotten. */

/** Which server of this machine answered. */
export const detectionPrefix = 'model-detection:'

/** What calls have shown a model not to be capable of. */
export const capabilityPrefix = 'model-capability:'

/** What keys begin with that stand for nothing but time saved. */
export const rememberedPrefixes: readonly string[] = [detectionPrefix, capabilityPrefix]
