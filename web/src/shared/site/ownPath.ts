/** Whether an address is a page of this site. Browsers take a backslash for a slash, so `/\` names another host as `//` does. */
export const isOwnPath = (address: string): boolean => /^\/(?![/\\])/.test(address)
