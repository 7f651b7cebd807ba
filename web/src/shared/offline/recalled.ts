/**
 * Takes the service worker back. A build with `true` serves one that deletes its files and unregisters itself wherever it
 * was installed, and the handheld page no longer asks for one.
 */
export const RECALLED: boolean = false
