/** In place of modules that need files, stores or packages that are not in a browser: whoever asks for one hears so. */
throw Object.assign(new Error('this needs Node'), { code: 'ERR_MODULE_NOT_FOUND' });
