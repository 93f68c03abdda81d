#!/usr/bin/python3
"""A window of WebKitGTK that WebKitWebDriver drives: as small as a phone, which MiniBrowser with its toolbar cannot be."""
import argparse
import os
import threading
import tty

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2  # noqa: E402

options = argparse.ArgumentParser()
options.add_argument('--automation', action='store_true')
options.add_argument('--console', help='the file that console messages are written to')
options.add_argument('--data', help='an empty folder for what the browser stores')
options.add_argument('--proxy')
options.add_argument('--script', action='append', default=[], help='a file that runs first in every document')
options.add_argument('--size', help='width x height')
options = options.parse_args()

# WebKit writes console messages to the standard output, which the driver keeps for itself: line by line only to a terminal.
terminal, output = os.openpty()
tty.setraw(output)
os.dup2(output, 1)
os.dup2(output, 2)


def keep_console():
    with open(options.console, 'ab', buffering=0) as file:
        while chunk := os.read(terminal, 65536):
            file.write(chunk)


threading.Thread(target=keep_console, daemon=True).start()

# A private session would keep the console to itself.
data = WebKit2.WebsiteDataManager(base_data_directory=options.data, base_cache_directory=options.data)
data.set_network_proxy_settings(WebKit2.NetworkProxyMode.CUSTOM, WebKit2.NetworkProxySettings.new(options.proxy, None))
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)

scripts = WebKit2.UserContentManager()
for path in options.script:
    with open(path, encoding='utf-8') as file:
        when = (WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START)
        scripts.add_script(WebKit2.UserScript.new(file.read(), *when, None, None))


def open_view(_session):
    settings = WebKit2.Settings()
    settings.set_enable_write_console_messages_to_stdout(True)
    view = WebKit2.WebView(
        web_context=context, is_controlled_by_automation=True, settings=settings, user_content_manager=scripts
    )
    width, height = map(int, options.size.split('x'))
    window = Gtk.Window(default_width=width, default_height=height)
    window.add(view)
    window.show_all()
    window.move(0, 0)
    return view


def start(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('MiniBrowser')
    session.set_application_info(info)
    session.connect('create-web-view', open_view)


context.connect('automation-started', start)
Gtk.main()
