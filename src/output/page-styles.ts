import { textBeside } from '../system/package.ts';

/** The colours and typefaces of every page that assay makes, for light and for dark, and how all of them look. */
export const commonStyles: string =
  textBeside(import.meta.dirname, 'palette.css') + textBeside(import.meta.dirname, 'common.css');
