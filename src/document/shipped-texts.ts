import type { KnownText } from './known-texts.ts';

/** Texts that are known before they are read: none, but the build puts those of the shipped interface in the place of this module. */
export const SHIPPED_TEXTS: readonly KnownText[] = [];
