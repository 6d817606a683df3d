export const init = async () => 0
