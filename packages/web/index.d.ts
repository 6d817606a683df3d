/** Where the pages lie, built: a folder of files that any server may serve as they are. */
export declare const pagesFolder: string
