import { textBeside } from '../system/package.ts';

/** The colours and typefaces of every page that assay makes, for light and for dark. */
export const palette: string = textBeside(import.meta.dirname, 'palette.css');
